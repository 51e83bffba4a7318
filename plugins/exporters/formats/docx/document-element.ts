// An element of Word's own XML, for what the library that writes documents has no words for.
import { XmlComponent } from 'docx';

export class DocumentElement extends XmlComponent {
  constructor(name: string, attributes: Record<string, string>, ...children: (XmlComponent | string)[]) {
    super(name);
    if (Object.keys(attributes).length) this.root.push({ _attr: attributes } as never);
    this.root.push(...children);
  }
}

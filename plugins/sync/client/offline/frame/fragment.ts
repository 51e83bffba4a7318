// Markup that the service has rendered, put back into a page; under the policy of pages by one name only.
interface Policies {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}

let policy: { createHTML(text: string): string } | undefined;

function trusted(text: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy('app-fragment', { createHTML: (own) => own });
  return policy?.createHTML(text) ?? text;
}

/** Nothing in it runs: scripts do not, put in like this, and the policy of the page lets in none. */
export function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = trusted(html);
  return template.content;
}

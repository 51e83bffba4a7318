/** A line that is the title of another page and leads there. */
import { solid } from '../../block-type.ts';
import { idRule } from '../../value-rules.ts';

export default solid('pageLink', { pageId: idRule }, { name: 'pageLinkBlock' });

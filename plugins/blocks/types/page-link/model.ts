/** A line that is the title of another page and leads there. */
import { solid } from '../../block-type.ts';
import { rowId } from '../../value-rules.ts';

export default solid('pageLink', { pageId: rowId }, { name: 'pageLinkBlock' });

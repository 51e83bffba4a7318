/** The pages above this one. */
import { solid } from '../../block-type.ts';

export default solid('breadcrumb');

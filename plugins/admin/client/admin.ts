// The pages of administrators in the browser: what cannot be undone is asked first, links can be copied.
import { askBeforeForms, offerCopies } from '../../../core/client/form-confirmation.ts';

askBeforeForms();
offerCopies();

// The page of all tags: what deletes one asks first.
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

askBeforeForms();

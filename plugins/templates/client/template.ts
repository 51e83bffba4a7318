// The page of one template: what deletes it asks first.
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

askBeforeForms();

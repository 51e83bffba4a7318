// The pages of webhooks: what deletes one asks first.
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

askBeforeForms();

// The pages of groups and guests: what takes much away asks first, and what is chosen counts at once.
import { askBeforeForms, submitChoices } from '../../../core/client/form-confirmation.ts';

askBeforeForms();
submitChoices();

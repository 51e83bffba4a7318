// The account settings in the browser: crop the picture, name the browser's time zone, prove oneself without losing a form.
import { askBeforeForms, offerCopies, submitChoices } from '../../../core/client/form-confirmation.ts';
import { startCrop } from './settings/avatar-crop.ts';
import { startProof } from './settings/proof.ts';
import { offerOwnZone } from './settings/time-zone.ts';

startProof();
askBeforeForms();
offerCopies();
submitChoices();
startCrop();
offerOwnZone();

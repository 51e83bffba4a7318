// Screens light and on a phone, beside what was accepted.
import { describePictures } from '../../kit/picture-test.ts';

describePictures({ colour: 'light', size: 'phone' });

// Screens light and in a wide window, beside what was accepted.
import { describePictures } from '../../kit/picture-test.ts';

describePictures({ colour: 'light', size: 'wide' });

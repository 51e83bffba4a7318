// Screens dark and on a phone, beside what was accepted.
import { describePictures } from '../../kit/picture-test.ts';

describePictures({ colour: 'dark', size: 'phone' });

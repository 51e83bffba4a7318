// A place in the browser: its name and its address are typed.
import { clientText } from '../bases/client-text.ts';
import { editPlace } from './client-editor.ts';

export const placeClient = clientText({
  icon: 'house',
  rules: ['required'],
  text(value) {
    const { name, address } = value as { name: string; address: string };
    return address ? `${name}, ${address}` : name;
  },
  read: (words) => ({ name: words, address: '', latitude: null, longitude: null }),
  edit: editPlace,
});

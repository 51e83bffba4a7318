// The frame that stands for every page without a connection, and the page about what is kept on this device.
import { failed } from '../../../core/client/toast.ts';
import { startDevicePage } from './offline/device-page/device-page.ts';
import { startFrame } from './offline/frame/frame.ts';

const frame = document.querySelector<HTMLElement>('[data-offline-frame]');
if (frame) startFrame(frame).catch(failed);
const page = document.querySelector<HTMLElement>('[data-offline-page]');
if (page) startDevicePage(page).catch(failed);

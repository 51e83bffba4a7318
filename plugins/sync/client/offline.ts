// The frame that stands for every page without a connection.
import { startFrame } from './offline/frame/frame.ts';

void startFrame();

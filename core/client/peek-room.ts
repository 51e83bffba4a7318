// How something that wants the room of the page beside this one asks for it: apart from what every page loads.

const EVENT = 'commonplace:peek-room';

/** The page beside is closed, unless it is kept. */
export const requestRoomBeside = (): void => {
  document.dispatchEvent(new Event(EVENT));
};

export const onRoomBeside = (heard: () => void, signal: AbortSignal): void =>
  document.addEventListener(EVENT, heard, { signal });

// How the tabs of a browser tell one another that a conversation has gone on, and panels beside pages hear it.

/** Null: any conversation may have. */
export type GoneOn = { conversation: number | null };

const NAME = 'commonplace.agent';

export function tellConversation(told: GoneOn): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(told);
  channel.close();
}

/** Calls for this conversation; returns how that ends. */
export function onGoneOn(conversation: number, heard: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<GoneOn>) => {
    if (data.conversation === null || data.conversation === conversation) heard();
  };
  return () => channel.close();
}

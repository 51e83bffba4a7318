// How the tabs of a browser tell one another that a conversation has gone on, and panels beside pages hear it.

/** Null: any conversation may have. */
export type ConversationProgress = { conversation: number | null };

const NAME = 'commonplace.agent';

export function tellConversation(told: ConversationProgress): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(told);
  channel.close();
}

/** Calls for this conversation; returns how that ends. */
export function onConversationProgress(conversation: number, heard: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<ConversationProgress>) => {
    if (data.conversation === null || data.conversation === conversation) heard();
  };
  return () => channel.close();
}

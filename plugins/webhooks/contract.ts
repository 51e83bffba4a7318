// What other plugins may have webhooks do: send a message of their own, signed and repeated as every other.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export { headersSchema, urlSchema } from './target.ts';

export interface OwnMessage {
  webhookId: number;
  /** tells one message from another: the same one is sent once */
  cause: string;
  /** without a right on it the owner of the webhook is not told */
  pageId: number | null;
  data: { id: number } & Record<string, unknown>;
}

export interface Webhooks {
  /** whether it is a webhook of the workspace that the actor may use */
  isUsable(ctx: Ctx, id: number, workspaceId: number): Promise<boolean>;
  /** Where it sends to, for who may use it as `isUsable` decides; undefined for all others. */
  usableAddress(ctx: Ctx, id: number, workspaceId: number): Promise<string | undefined>;
  /**
   * Asks DNS, for up to two seconds: call it before the transaction in which `forAddress` keeps the address.
   * @throws Problem private_url
   */
  checkAddress(ctx: Ctx, url: string): Promise<void>;
  /**
   * A webhook of the actor that listens to nothing, for messages of this kind: the equal one that there is, or a new
   * one, which counts as none of those that people make. The caller has asked `checkAddress`; here only what is seen without DNS is refused.
   * @throws Problem private_url
   */
  forAddress(
    ctx: Ctx,
    workspaceId: number,
    target: { name: string; url: string; headers?: Record<string, string> },
  ): Promise<number>;
  /**
   * Removes those of these that listen to nothing, have nothing on its way, and that `named` does not answer, which is
   * asked while nobody else can begin to use them.
   */
  release(tx: Ctx, ids: number[], named: () => Promise<number[]>): Promise<void>;
  /** those that listen to nothing and have nothing on its way: without a rule that names them they are for nothing */
  unasked(ctx: Ctx): Promise<number[]>;
  /** Queues `automation.fired`, in the transaction of `tx`. @throws Problem conflict for one that is off or gone */
  send(tx: Ctx, message: OwnMessage): Promise<void>;
}

/** Addresses of other programs that are told what happens here. */
export const webhooks: Service<Webhooks> = service('webhooks');

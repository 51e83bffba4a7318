// Other sites, as tests let them answer: nothing leaves this machine.
import { Outbound, type OutboundAnswer, type OutboundRequest } from '../core/outbound/outbound.ts';

/** An answer of another site; what is left out is an empty page. */
export type SiteAnswer = Partial<OutboundAnswer>;

/** Asks `answer` instead of the network, and the network where there is none; remembers who was asked. */
export class AnsweringOutbound extends Outbound {
  answer: ((url: string, options: OutboundRequest) => SiteAnswer | Promise<SiteAnswer>) | undefined;
  asked: string[] = [];

  override async request(url: string, options: OutboundRequest = {}): Promise<OutboundAnswer> {
    if (!this.answer) return super.request(url, options);
    this.asked.push(url);
    const headers = { 'content-type': 'text/html' };
    return { status: 200, headers, body: Buffer.alloc(0), url, ...(await this.answer(url, options)) };
  }

  override checkName(url: string): Promise<URL> {
    return this.answer ? Promise.resolve(this.check(url)) : super.checkName(url);
  }
}

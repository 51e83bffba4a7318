// A browser without pages: keeps cookies by host, follows redirects from site to site, and tells where it has been.

export interface Arrival {
  status: number;
  url: string;
  text: string;
  headers: Headers;
  /** all addresses on the way */
  trail: string[];
}

const REDIRECTS = 20;

export class WebClient {
  readonly cookies = new Map<string, Map<string, string>>();

  #jar(host: string): Map<string, string> {
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    return jar;
  }

  /** One request, no redirect followed. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.#jar(new URL(address).host);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) };
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      if (!value || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Goes where it is sent. @param until stops before an address that matches */
  async go(address: string, init: RequestInit = {}, until?: RegExp): Promise<Arrival> {
    const trail = [address];
    let answer = await this.ask(address, init);
    for (let left = REDIRECTS; left > 0; left -= 1) {
      const location = answer.headers.get('location');
      if (!location || answer.status < 300 || answer.status > 399) break;
      const next = new URL(location, trail.at(-1)).href;
      trail.push(next);
      if (until?.test(next)) break;
      await answer.body?.cancel();
      answer = await this.ask(next);
    }
    return {
      status: answer.status,
      url: trail.at(-1) as string,
      text: await answer.text(),
      headers: answer.headers,
      trail,
    };
  }

  form(address: string, fields: Record<string, string>, until?: RegExp): Promise<Arrival> {
    return this.go(address, { method: 'POST', body: new URLSearchParams(fields) }, until);
  }

  /** Who is signed in there; nothing for nobody. */
  async user(application: string): Promise<{ id: number; login: string; email: string } | undefined> {
    const answer = await this.ask(`${application}/auth/user`, { headers: { accept: 'application/json' } });
    return answer.status === 200 ? ((await answer.json()) as { id: number; login: string; email: string }) : undefined;
  }
}

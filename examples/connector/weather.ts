// A connector of one file: the forecast of a weather service, as a sentence for each day.
import type { ConnectorKind } from '../../plugins/agent-connectors/contract.ts';

interface Forecast {
  days: { date: string; sky: string; high: number; low: number }[];
}

const sentences = ({ days }: Forecast): string =>
  days.map(({ date, sky, high, low }) => `${date}: ${sky}, ${low} to ${high} °C.`).join('\n');

export default {
  kind: 'connector',
  name: 'weather',
  title: 'Weather service',
  async probe(call) {
    const { status } = await call.get('/forecast', 'place=Berlin');
    return { status: status === 200 ? 'ok' : 'error', detail: `The forecast of Berlin answers ${status}.` };
  },
  async fetch(call, path, query) {
    const answer = await call.get(path, query);
    return path === '/forecast' ? { ...answer, text: sentences(JSON.parse(answer.text)) } : answer;
  },
} satisfies ConnectorKind;

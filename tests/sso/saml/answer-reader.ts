// Reads the answer of a provider as the product does, for a test that says which question somebody waits for.
import { readSamlResponse, type SamlSides } from '../../../plugins/sso/saml/saml-worker.ts';
import { NOW, parties, REQUEST } from './identity-provider.ts';

export interface Asked {
  /** of the question that somebody waits for the answer to; null: of none */
  requestId?: string | null;
  wantResponseSigned?: boolean;
  /** from NOW */
  minutes?: number;
}

/** What comes of an answer, Base64 of XML. */
export const readAnswer = (
  answer: string,
  { requestId = REQUEST, wantResponseSigned = true, minutes = 0 }: Asked = {},
  sides: SamlSides = parties,
) =>
  readSamlResponse(
    answer,
    Date.parse(NOW) + minutes * 60_000,
    { sides, wantResponseSigned },
    async (named) => (named === requestId) as never,
  );

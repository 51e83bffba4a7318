// The library of SAML alone, in a thread as ours is: where it ran beside everything else, others would wait for it.
import { parentPort, workerData } from 'node:worker_threads';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';

const { certificate, callbackUrl } = workerData as { certificate: string; callbackUrl: string };
const library = new SAML({
  ...{ idpCert: [certificate], issuer: 'x', callbackUrl },
  ...{ audience: false as const, acceptedClockSkewMs: -1, wantAssertionsSigned: true, wantAuthnResponseSigned: true },
  validateInResponseTo: ValidateInResponseTo.never,
});

parentPort?.on('message', (SAMLResponse: string) => {
  library.validatePostResponseAsync({ SAMLResponse }).then(({ profile }) => parentPort?.postMessage(profile?.nameID));
});

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { Provider } from 'oidc-provider'
import { createMemory } from './memory.ts'
import { refusalPage } from './page.ts'
import { claimsOf, type Person } from './people.ts'

/** Allows any port, because the product picks its port at start, and any subdomain of `localhost`, because communities have their own. */
const productRedirect = /^http:\/\/((?:[a-z0-9-]+\.)?localhost|127\.0\.0\.1)(:\d{1,5})?\/api\/auth\/callback\/google$/

/** Creates an OpenID Connect provider that looks like Google's to the product. `findPerson` returns the person that the user picked. */
export async function createProvider(issuer: string, findPerson: (subject: string) => Person | undefined): Promise<Provider> {
  const base = new URL(issuer).pathname
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    adapter: createMemory(),
    clients: [
      {
        client_id: 'gather-local',
        client_secret: 'gather-local-secret',
        redirect_uris: ['http://localhost/api/auth/callback/google'],
      },
    ],
    clientBasedCORS: () => false,
    // Without this, an id token contains only `sub`. Google's tokens also contain the name and the email.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid'],
    responseTypes: ['code'],
    // Cookies ignore ports, so the product receives these too. They have names and paths that the product does not use.
    cookies: {
      names: { session: 'google_stand_in_session', interaction: 'google_stand_in_choice', resume: 'google_stand_in_return' },
      // There is no page at this path, so the browser never sends this cookie, and each sign-in shows the choice of people again.
      long: { path: `${base}/remembers-nobody`, httpOnly: true, sameSite: 'lax' },
    },
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    findAccount(_context, id) {
      const person = findPerson(id)
      return person && { accountId: id, claims: () => claimsOf(person) }
    },
    interactions: { url: (_context, { uid }) => `${base}/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    renderError(context, { error, error_description }) {
      const page = refusalPage({ base, title: 'We could not sign you in', text: error_description ?? '', code: error })
      context.set(page.headers)
      context.body = page.html
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 60 },
  })
  // The package documents this override as the way to allow addresses that are not in a list.
  provider.Client.prototype.redirectUriAllowed = (uri) => productRedirect.test(uri)
  provider.on('server_error', (_context, error) => process.stderr.write(`${error.stack}\n`))
  return provider
}

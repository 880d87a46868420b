/** The package has no types. These are the parts that the sandbox uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  type Stored = Record<string, unknown> & { grantId?: string; uid?: string; consumed?: number }

  export type Adapter = {
    upsert(id: string, payload: Stored, expiresIn?: number): Promise<void>
    find(id: string): Promise<Stored | undefined>
    findByUid(uid: string): Promise<Stored | undefined>
    findByUserCode(userCode: string): Promise<Stored | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  type Context = { status: number; type: string; body: unknown; set(headers: Record<string, string>): void }

  type Account = { accountId: string; claims(): Record<string, unknown> }

  type Configuration = {
    adapter: (model: string) => Adapter
    claims: Record<string, string[]>
    clientBasedCORS: () => boolean
    clients: Record<string, unknown>[]
    conformIdTokenClaims: boolean
    cookies: { names: Record<'session' | 'interaction' | 'resume', string>; long: { path: string; httpOnly: true; sameSite: 'lax' } }
    expiresWithSession: () => boolean
    features: Record<string, { enabled: boolean }>
    findAccount: (context: Context, id: string) => Account | undefined
    interactions: { url: (context: Context, interaction: { uid: string }) => string }
    jwks: { keys: object[] }
    pkce: { required: () => boolean }
    renderError: (context: Context, answer: { error: string; error_description?: string }) => void
    responseTypes: string[]
    scopes: string[]
    ttl: Record<string, number>
  }

  type Result =
    | { error: string; error_description: string }
    | { login: { accountId: string; remember: boolean }; consent: { grantId: string } }

  class Grant {
    constructor(grant: { accountId: string; clientId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    Grant: typeof Grant
    callback(): RequestListener
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { client_id: string; scope: string; redirect_uri: string } }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Result,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}

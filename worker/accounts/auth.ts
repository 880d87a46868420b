import type { AuthConfig } from '@auth/core'
import * as v from 'valibot'
import { MailToken, SignIn } from '../../domain/accounts/contract.ts'
import type { SignInCode } from '../../domain/accounts/rules.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { getClientAddress, getClientNetwork } from '../platform/limits.ts'
import { logLine } from '../platform/log.ts'
import { endSockets } from '../presence/end-sockets.ts'
import { readBrowserSecret, writeBrowserCookie } from './browser-cookie.ts'
import { checkPassword, type Requester } from './check-password.ts'
import { cleanAuthRequest } from './clean-auth-request.ts'
import type { AccountContext } from './context.ts'
import { followVerifyLink } from './follow-link.ts'
import { isAccountRequestAllowed } from './limit-account-requests.ts'
import { linkGoogle } from './link-google.ts'
import { authSecret, cookieMaxAge, readSessionCookie, sessionCookieName } from './session-cookie.ts'
import { endSessionByToken, findSession, openSession } from './sessions.ts'

export const accountContext = (c: AppContext): AccountContext => ({
  // Signing in and out must see what changed a moment ago in any region.
  db: getPrimary(c),
  now: c.var.now(),
  newId: c.var.newId,
  platform: c.var.site.platform,
})

/** Who tries a password. */
export const readRequester = (c: AppContext): Requester => ({
  browserSecret: readBrowserSecret(c),
  clientAddress: getClientAddress(c),
  network: getClientNetwork(c),
  secret: c.var.settings.signingSecret,
})

/** Handles signing in and out. @auth/core provides the protocol, cookies and CSRF protection; people and sessions are ours. */
export async function answerAuth(c: AppContext): Promise<Response> {
  const { Auth } = await import('@auth/core')
  const { CredentialsSignin } = await import('@auth/core/errors')
  const request = cleanAuthRequest(c)
  const context = accountContext(c)
  const browser = { userAgent: c.req.header('user-agent') ?? '', secret: readBrowserSecret(c) }
  let isSignedIn = false

  class SignInRefused extends CredentialsSignin {
    constructor(code: SignInCode) {
      super()
      this.code = code
    }
  }

  const { google } = c.var.settings
  const config: AuthConfig = {
    basePath: '/api/auth',
    trustHost: true,
    secret: authSecret(c.var.settings),
    session: { strategy: 'jwt', maxAge: cookieMaxAge },
    useSecureCookies: c.req.url.startsWith('https:'),
    cookies: { sessionToken: { name: sessionCookieName(c.req.url) } },
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    providers: [
      {
        id: 'password',
        name: 'Password',
        type: 'credentials',
        credentials: {},
        authorize: async (given) => {
          const parsed = v.safeParse(SignIn, given)
          if (!parsed.success) throw new SignInRefused('InvalidUser')
          if (!(await isAccountRequestAllowed(c))) throw new SignInRefused('NetworkError')
          const found = await checkPassword(context, { ...parsed.output, ...readRequester(c), browserSecret: browser.secret })
          if (typeof found === 'string') throw new SignInRefused(found)
          return { id: found.userId }
        },
      },
      {
        id: 'link',
        name: 'Link',
        type: 'credentials',
        credentials: {},
        authorize: async (given) => {
          const token = v.safeParse(MailToken, given.token)
          const id = token.success ? await followVerifyLink(context, token.output, browser.secret) : null
          if (id === null) throw new SignInRefused('LinkUsed')
          return { id }
        },
      },
      ...(google
        ? [
            {
              id: 'google',
              name: 'Google',
              type: 'oidc' as const,
              checks: ['pkce' as const, 'state' as const, 'nonce' as const],
              ...google,
            },
          ]
        : []),
    ],
    callbacks: {
      signIn: ({ account, profile }) =>
        account?.provider !== 'google' || (profile?.email && profile.email_verified === true)
          ? true
          : `/login?error=${encodeURIComponent('No provider user' satisfies SignInCode)}`,
      jwt: async ({ token, user, account, profile, trigger }) => {
        if (trigger !== 'signIn') {
          const sid = typeof token.sid === 'string' ? token.sid : null
          return sid && (await findSession(context.db, sid, context.now)) ? token : null
        }
        const userId =
          account?.provider === 'google'
            ? await linkGoogle(context, { subject: account.providerAccountId, email: String(profile?.email) })
            : user.id
        if (!userId) return null
        const replaced = await readSessionCookie(c)
        const sid = await openSession(context, userId, browser, replaced?.sessionId)
        // Tabs of the same person keep working with the new cookie. Those of another person must not show their data any longer.
        if (replaced) endSockets(c, replaced.userId, { only: replaced.sessionId, isKnown: replaced.userId === userId })
        isSignedIn = true
        return { sub: userId, sid }
      },
    },
    events: {
      signOut: async (message) => {
        const { sid, sub } = ('token' in message && message.token) || {}
        if (typeof sid !== 'string') return
        await endSessionByToken(context.db, sid)
        // The tabs of this browser notify each other and open the login page themselves. A copy of the cookie elsewhere
        // loses its socket.
        if (sub) endSockets(c, sub, { only: sid, isKnown: true })
      },
    },
    logger: {
      // A wrong password is not an error of the server, and its log entry would contain the person's email.
      error: (error) => {
        if (error.name !== 'CredentialsSignin' && !(error instanceof CredentialsSignin))
          logLine('warn', 'auth', { type: error.name, error: error.message })
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  }
  const answer = await Auth(request, config)
  // The headers of a redirect are read-only, and we add our own headers to every response. So we copy it.
  const response = new Response(answer.body, answer)
  if (isSignedIn) response.headers.append('set-cookie', writeBrowserCookie(c, browser.secret))
  return response
}

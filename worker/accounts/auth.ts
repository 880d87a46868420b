import type { AuthConfig } from '@auth/core'
import * as v from 'valibot'
import { MailToken, SignIn } from '../../domain/accounts/contract.ts'
import type { SignInCode } from '../../domain/accounts/sign-in-codes.ts'
import { suggestDisplayName } from '../../domain/profiles/suggest-display-name.ts'
import { RedeemSeatCode } from '../../domain/seat-codes/contract.ts'
import { offerSeatsSoon } from '../events/from-request.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { getClientAddress, getClientNetwork } from '../platform/limits.ts'
import { logLine } from '../platform/log.ts'
import { endSockets } from '../presence/end-sockets.ts'
import { redeemSeatCode } from '../seat-codes/redeem-seat-code.ts'
import { readBrowserSecret, writeBrowserCookie } from './browser-cookie.ts'
import { checkPassword, type Requester } from './check-password.ts'
import { cleanAuthRequest } from './clean-auth-request.ts'
import type { AccountContext } from './context.ts'
import { followVerifyLink } from './follow-link.ts'
import { endGoogleConfirmation, findGoogleSubject, readGoogleConfirmation } from './google-confirmation.ts'
import { isAccountRequestAllowed } from './limit-account-requests.ts'
import { linkGoogle } from './link-google.ts'
import { authSecret, cookieMaxAge, makeSessionToken, readSessionCookie, sessionCookieName } from './session-cookie.ts'
import { endSessionByToken, findSession, openSession } from './sessions.ts'
import { readSignInBrowser } from './sign-in-browser.ts'

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
  const browser = readSignInBrowser(c, readBrowserSecret(c))
  let isSignedIn = false
  const confirming = await readGoogleConfirmation(c)
  const googleSubject = confirming && (await findGoogleSubject(context.db, confirming.viewer.id))

  class SignInRefused extends CredentialsSignin {
    constructor(code: SignInCode) {
      super()
      this.code = code
    }
  }

  const { google } = c.var.settings
  const loginPath = confirming ? '/confirm-google' : '/login'
  const config: AuthConfig = {
    basePath: '/api/auth',
    trustHost: true,
    secret: authSecret(c.var.settings),
    session: { strategy: 'jwt', maxAge: cookieMaxAge },
    useSecureCookies: c.req.url.startsWith('https:'),
    cookies: { sessionToken: { name: sessionCookieName(c.req.url) } },
    pages: { signIn: loginPath, signOut: '/login', error: loginPath },
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
      {
        id: 'seat',
        name: 'Seat',
        type: 'credentials',
        credentials: {},
        authorize: async (given) => {
          const parsed = v.safeParse(RedeemSeatCode, given)
          if (!parsed.success) throw new SignInRefused('WrongCode')
          if (!(await isAccountRequestAllowed(c))) throw new SignInRefused('NetworkError')
          const redeemed = await redeemSeatCode(context, readRequester(c), parsed.output)
          if (typeof redeemed === 'string') throw new SignInRefused(redeemed)
          offerSeatsSoon(c, redeemed.eventId)
          return { id: redeemed.userId }
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
              // Google asks the person for the account that they have connected.
              ...(googleSubject ? { authorization: { params: { prompt: 'select_account', login_hint: googleSubject } } } : {}),
            },
          ]
        : []),
    ],
    callbacks: {
      signIn: ({ account, profile }) => {
        if (account?.provider !== 'google') return true
        const refuse = (code: SignInCode) => `${loginPath}?error=${encodeURIComponent(code)}`
        if (confirming) return account.providerAccountId === googleSubject || refuse('OtherGoogleAccount')
        return (profile?.email && profile.email_verified === true) || refuse('No provider user')
      },
      jwt: async ({ token, user, account, profile, trigger }) => {
        if (trigger !== 'signIn') {
          const sid = typeof token.sid === 'string' ? token.sid : null
          // A session on the domain of a community works only there.
          return sid && token.host === undefined && (await findSession(context.db, sid, context.now)) ? token : null
        }
        if (account?.provider === 'google' && confirming) {
          return makeSessionToken({ userId: confirming.viewer.id, sessionId: confirming.sessionId, authenticatedAt: context.now })
        }
        const userId =
          account?.provider === 'google'
            ? await linkGoogle(context, { subject: account.providerAccountId, email: String(profile?.email) })
            : user.id
        if (!userId) return null
        const replaced = await readSessionCookie(c)
        const sid = await openSession(context, userId, browser, replaced?.sessionId)
        // Tabs of the same person keep working with the new cookie. Those of another person must not show their data any longer.
        if (replaced) await endSockets(c, replaced.userId, { only: replaced.sessionId, isKnown: replaced.userId === userId })
        isSignedIn = true
        const suggestedName = suggestDisplayName(account?.provider === 'google' ? profile?.name : null)
        return makeSessionToken({ userId, sessionId: sid, authenticatedAt: context.now }, suggestedName === null ? {} : { suggestedName })
      },
    },
    events: {
      signOut: async (message) => {
        const { sid, sub } = ('token' in message && message.token) || {}
        if (typeof sid !== 'string') return
        await endSessionByToken(context.db, sid)
        // The tabs of this browser notify each other and open the login page themselves. A copy of the cookie elsewhere
        // loses its socket.
        if (sub) await endSockets(c, sub, { only: sid, isKnown: true })
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
  if (confirming && c.req.path.endsWith('/callback/google')) response.headers.append('set-cookie', endGoogleConfirmation(c))
  if (isSignedIn) response.headers.append('set-cookie', writeBrowserCookie(c, browser.secret))
  return response
}

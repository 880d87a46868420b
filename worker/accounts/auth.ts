import type { AuthConfig } from '@auth/core'
import * as v from 'valibot'
import { MailToken, SignIn } from '../../domain/accounts/contract.ts'
import type { SignInCode } from '../../domain/accounts/rules.ts'
import type { AppContext } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import { clientAddress } from '../platform/limits.ts'
import { logLine } from '../platform/log.ts'
import { endSockets } from '../presence/end-sockets.ts'
import { checkPassword } from './check-password.ts'
import type { AccountContext } from './context.ts'
import { followVerifyLink } from './follow-link.ts'
import { mayAsk } from './limit-asking.ts'
import { linkGoogle } from './link-google.ts'
import { authSecret, cookieFor, cookieLasts } from './session-cookie.ts'
import { endSessionByToken, findSession, openSession } from './sessions.ts'

export const accountContext = (c: AppContext): AccountContext => ({
  // Whoever signs in or out must see what happened a moment ago, wherever it did.
  db: primaryOf(c),
  now: c.var.now(),
  newId: c.var.newId,
  platform: c.var.site.platform,
})

/** Signing in and out, by @auth/core: its protocol, cookies and CSRF, our people and our sessions. */
export async function answerAuth(c: AppContext): Promise<Response> {
  const { Auth } = await import('@auth/core')
  const { CredentialsSignin } = await import('@auth/core/errors')
  const context = accountContext(c)
  const userAgent = c.req.header('user-agent') ?? ''

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
    session: { strategy: 'jwt', maxAge: cookieLasts },
    useSecureCookies: c.req.url.startsWith('https:'),
    cookies: { sessionToken: { name: cookieFor(c.req.url) } },
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
          if (!(await mayAsk(c))) throw new SignInRefused('NetworkError')
          const found = await checkPassword(
            context.db,
            { ...parsed.output, clientAddress: clientAddress(c), secret: c.var.settings.signingSecret },
            context.now,
          )
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
          const id = token.success ? await followVerifyLink(context, token.output) : null
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
        return { sub: userId, sid: await openSession(context, userId, userAgent) }
      },
    },
    events: {
      signOut: async (message) => {
        const { sid, sub } = ('token' in message && message.token) || {}
        if (typeof sid !== 'string') return
        await endSessionByToken(context.db, sid)
        // The tabs of this browser tell each other and lead to Login with a word; a copy of its cookie elsewhere is cut off.
        if (sub) endSockets(c, sub, { only: sid, isTold: true })
      },
    },
    logger: {
      // A wrong password is no fault of ours, and its address is nobody's business.
      error: (error) => {
        if (error.name !== 'CredentialsSignin' && !(error instanceof CredentialsSignin))
          logLine('warn', 'auth', { type: error.name, error: error.message })
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  }
  const answer = await Auth(c.req.raw, config)
  // A redirect's own headers cannot be changed, and every answer gets ours.
  return new Response(answer.body, answer)
}

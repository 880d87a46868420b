import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { type AskSiteCode, siteLoginPath } from '../../domain/hostnames/site-login.ts'
import type { HostnameRoutes } from '../../worker/hostnames/routes.ts'
import { getReturnPath, loadPage } from '../accounts/return-path.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { toBase64Url } from '../base64-url.ts'
import { withStorage } from '../storage.ts'

const client = hc<HostnameRoutes>('/api/hostnames')

const secretKey = 'siteLogin'
/** In the fragment of the address, which no server sees. */
const codeParameter = 'code'

const readSecret = () => withStorage((storage) => storage.getItem(secretKey), 'sessionStorage')

/** The code that came with the address. None if it was made for another tab: who signs up comes back in the tab of the link in their email. */
export const readSiteCode = (): string | null =>
  readSecret() === null ? null : new URLSearchParams(location.hash.slice(1)).get(codeParameter)

/** On the domain of a community: keeps a secret in this tab, and opens our own domain, which makes a code for it. */
export async function askForSiteCode(productUrl: string): Promise<never> {
  const secret = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  withStorage((storage) => storage.setItem(secretKey, secret), 'sessionStorage')
  const challenge = toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)))
  return loadPage(productUrl + siteLoginPath(location.hostname, challenge, getReturnPath() ?? '/'))
}

/** On the domain of a community: signs this tab in, and opens the page from which the person came. */
export async function enterSite(code: string): Promise<never> {
  await awaitSuccess(client.sessions.$post({ json: { code, secret: readSecret() ?? '' } }))
  withStorage((storage) => storage.removeItem(secretKey), 'sessionStorage')
  return loadPage(getReturnPath() ?? '/')
}

/** On our own domain: goes back to the domain of the community with a code. */
export const goingToSite = mutationOptions({
  mutationFn: async ({ next, ...json }: AskSiteCode & { next: string }) => {
    const { origin, code } = await readAnswer(client['site-codes'].$post({ json }))
    return loadPage(`${origin}/login?${new URLSearchParams({ next })}#${new URLSearchParams({ [codeParameter]: code })}`)
  },
})

/** On the domain of a community: ends the session there, and loads the page again. */
export const leavingSite = mutationOptions({
  mutationFn: async () => {
    await awaitSuccess(client.sessions.$delete())
    location.reload()
  },
})

import * as v from 'valibot'

const CsrfAnswer = v.object({ csrfToken: v.string() })

/** Signs in to a running product with a password, as the login page does. */
export async function signIn(address: string, email: string, password: string) {
  const cookies = new Map<string, string>()
  const readCookies = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${address}/api/auth/${path}`, {
      ...init,
      headers: { origin: address, cookie: readCookies(), 'x-auth-return-redirect': '1' },
    })
    for (const setCookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      cookies.set(name, value)
    }
    if (!response.ok) throw new Error(`Signing in as ${email} failed with status ${response.status}`)
    return response
  }
  const post = async (path: string, fields: Record<string, string> = {}) => {
    const { csrfToken } = v.parse(CsrfAnswer, await (await send('csrf')).json())
    await send(path, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: address }) })
  }
  await post('callback/password', { email, password })
  return { readCookies, signOut: () => post('signout') }
}

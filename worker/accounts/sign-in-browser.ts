import * as v from 'valibot'
import type { AppContext } from '../platform/context.ts'

/** Where a browser is, as Cloudflare guesses from its address. We store nothing more exact. */
export type BrowserPlace = { city: string | null; country: string | null }

/** The browser in which a person signs in. */
export type SignInBrowser = { userAgent: string; secret: string; place: BrowserPlace }

const text = <Schema extends v.GenericSchema<string, string>>(schema: Schema) => v.fallback(v.nullable(schema), null)

/** Cloudflare writes `XX` or `T1` if it does not know the country. */
const Guess = v.object({
  city: text(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  country: text(v.pipe(v.string(), v.regex(/^(?!XX)[A-Z]{2}$/))),
})

export function readBrowserPlace(c: AppContext): BrowserPlace {
  const guess = v.safeParse(Guess, { city: null, country: null, ...c.req.raw.cf })
  return guess.success ? guess.output : { city: null, country: null }
}

export const readSignInBrowser = (c: AppContext, secret: string): SignInBrowser => ({
  userAgent: c.req.header('user-agent') ?? '',
  secret,
  place: readBrowserPlace(c),
})

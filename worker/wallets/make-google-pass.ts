import { toBase64Url } from '../platform/base64.ts'
import type { GooglePassKeys } from '../platform/settings.ts'
import type { PassWords } from './describe-pass.ts'
import { importRsaKey } from './sign-detached.ts'

type Pass = { words: PassWords; platformName: string; origin: string; keys: GooglePassKeys; now: number }

const toPart = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))
const inEnglish = (value: string) => ({ defaultValue: { language: 'en-US', value } })

/** The address that adds a ticket to Google Wallet: the ticket in a token that we sign (a "Save to Google Wallet" JWT). */
export async function makeGooglePassUrl({ words, platformName, origin, keys, now }: Pass): Promise<string> {
  const { issuer, account, key } = keys
  const payload = writeTickets(words, platformName, issuer)
  const claims = { iss: account, aud: 'google', typ: 'savetowallet', iat: Math.floor(now / 1000), origins: [origin], payload }
  const unsigned = `${toPart({ alg: 'RS256', typ: 'JWT' })}.${toPart(claims)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', await importRsaKey(key), new TextEncoder().encode(unsigned))
  return `https://pay.google.com/gp/v/save/${unsigned}.${toBase64Url(signature)}`
}

/** A class for the game, and an object for the seat in it. */
function writeTickets(words: PassWords, platformName: string, issuer: string) {
  const { joinerId, eventId, title, startsAt, endsAt, placeName, address, lat, lng, seat, ticketCode, barcode, url } = words
  const classId = `${issuer}.game-${eventId}`
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: platformName,
        reviewStatus: 'UNDER_REVIEW',
        eventName: inEnglish(title),
        venue: { name: inEnglish(placeName), address: inEnglish(address === '' ? placeName : address) },
        dateTime: { start: new Date(startsAt).toISOString(), end: new Date(endsAt).toISOString() },
        locations: [{ latitude: lat, longitude: lng }],
        homepageUri: { uri: url },
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuer}.seat-${joinerId}`,
        classId,
        state: 'ACTIVE',
        ticketNumber: ticketCode ?? joinerId,
        ticketType: inEnglish(seat),
        barcode: { type: 'QR_CODE', value: barcode, ...(ticketCode === null ? {} : { alternateText: ticketCode }) },
      },
    ],
  }
}

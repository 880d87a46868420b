import { strToU8, zipSync } from 'fflate'
import type { ApplePassKeys } from '../platform/settings.ts'
import type { Bytes } from './der.ts'
import type { PassWords } from './describe-pass.ts'
import { importRsaKey, readPem, signDetached } from './sign-detached.ts'

type Pass = { words: PassWords; platformName: string; icon: Bytes; keys: ApplePassKeys; now: number }

/** The colors of our tickets: ink on paper. */
const [paper, ink, soft] = ['rgb(251, 250, 246)', 'rgb(24, 34, 27)', 'rgb(93, 102, 95)']

/** A pass for Apple Wallet: a zip of what it says, its pictures, and our signature of all of them. */
export async function makeApplePass({ words, platformName, icon, keys, now }: Pass): Promise<Bytes> {
  const files: Record<string, Uint8Array> = {
    'pass.json': strToU8(JSON.stringify(writePass(words, platformName, keys))),
    'icon.png': icon,
    'icon@2x.png': icon,
    'logo.png': icon,
  }
  const hashes = Object.entries(files).map(async ([name, bytes]) => [name, await hashOf(bytes)] as const)
  const manifest = strToU8(JSON.stringify(Object.fromEntries(await Promise.all(hashes))))
  const signer = { certificates: readPem(keys.certificates), key: await importRsaKey(keys.key) }
  const signature = await signDetached(manifest.slice(), signer, now)
  return zipSync({ ...files, 'manifest.json': manifest, signature }, { mtime: now, level: 0 })
}

/** Apple asks for SHA-1 here. What protects the pass is the signature of these hashes. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes.slice()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const field = (key: string, label: string, value: string) => ({ key, label, value })

function writePass(words: PassWords, platformName: string, { passType, teamId }: ApplePassKeys) {
  const { joinerId, title, when, startsAt, endsAt, placeName, address, lat, lng, seat, ticketCode, barcode, url } = words
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: teamId,
    serialNumber: joinerId,
    organizationName: platformName,
    logoText: platformName,
    description: `Ticket for ${title}`,
    backgroundColor: paper,
    foregroundColor: ink,
    labelColor: soft,
    relevantDate: new Date(startsAt).toISOString(),
    expirationDate: new Date(endsAt).toISOString(),
    locations: [{ latitude: lat, longitude: lng }],
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: barcode,
        messageEncoding: 'iso-8859-1',
        ...(ticketCode === null ? {} : { altText: ticketCode }),
      },
    ],
    eventTicket: {
      primaryFields: [field('game', 'Game', title)],
      secondaryFields: [field('when', 'When', when), field('where', 'Where', placeName)],
      auxiliaryFields: [field('seat', 'Seat', seat)],
      backFields: [...(address === '' ? [] : [field('address', 'Address', address)]), field('page', 'The page of the game', url)],
    },
  }
}

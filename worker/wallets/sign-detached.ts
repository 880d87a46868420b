import { type Bytes, concat, readDer, tags, writeDer, writeOid, writeSequence, writeSet, writeTime } from './der.ts'

// A signature in CMS (RFC 5652), apart from what is signed, as Apple wants it for the files of a pass. The libraries that write it are
// larger than all our code for games, and we need only this one form.

const signedData = '1.2.840.113549.1.7.2'
const plainData = '1.2.840.113549.1.7.1'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const signingTime = '1.2.840.113549.1.9.5'
const sha256 = '2.16.840.1.101.3.4.2.1'
const rsa = '1.2.840.113549.1.1.1'

const nothing = writeDer(tags.nothing)
const integer = (value: number) => writeDer(tags.integer, Uint8Array.of(value))
const algorithm = (oid: string) => writeSequence(writeOid(oid), nothing)
const attribute = (oid: string, value: Bytes) => writeSequence(writeOid(oid), writeSet(value))

/** The blocks of a PEM text, such as a certificate and the one that signed it. */
export const readPem = (text: string): Bytes[] =>
  [...text.matchAll(/-----BEGIN [^-]+-----([^-]+)-----END/g)].map(([, body = '']) =>
    Uint8Array.from(atob(body.replace(/\s/g, '')), (letter) => letter.charCodeAt(0)),
  )

/** The name of who issued a certificate, and its serial number, as they stand in it. */
function readIssuer(certificate: Bytes): { issuer: Bytes; serial: Bytes } {
  const [outer] = readDer(certificate)
  const [body] = readDer(outer?.content ?? new Uint8Array())
  const fields = readDer(body?.content ?? new Uint8Array())
  // The version is left out in the first version of certificates.
  const [serial, , issuer] = fields[0]?.tag === tags.context0 ? fields.slice(1) : fields
  if (!serial || !issuer) throw new Error('This is no certificate')
  return { issuer: issuer.whole, serial: serial.whole }
}

export const importRsaKey = (pem: string): Promise<CryptoKey> => {
  const [key] = readPem(pem)
  if (!key) throw new Error('This is no private key')
  return crypto.subtle.importKey('pkcs8', key, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
}

type Signer = {
  /** The certificate of the signer first, then those that certify it. */
  certificates: readonly Bytes[]
  key: CryptoKey
}

export async function signDetached(content: Bytes, { certificates, key }: Signer, now: number): Promise<Bytes> {
  const [own] = certificates
  if (!own) throw new Error('There is no certificate')
  const { issuer, serial } = readIssuer(own)
  const attributes = [
    attribute(contentType, writeOid(plainData)),
    attribute(signingTime, writeTime(now)),
    attribute(messageDigest, writeDer(tags.octets, new Uint8Array(await crypto.subtle.digest('SHA-256', content)))),
  ]
  // The signature is about the attributes as a set. In the file, they stand under another tag.
  const signed = writeSet(...attributes)
  const signature = new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, signed))
  const signer = writeSequence(
    integer(1),
    writeSequence(issuer, serial),
    algorithm(sha256),
    concat(Uint8Array.of(tags.context0), signed.slice(1)),
    algorithm(rsa),
    writeDer(tags.octets, signature),
  )
  const body = writeSequence(
    integer(1),
    writeSet(algorithm(sha256)),
    writeSequence(writeOid(plainData)),
    writeDer(tags.context0, ...certificates),
    writeSet(signer),
  )
  return writeSequence(writeOid(signedData), writeDer(tags.context0, body))
}

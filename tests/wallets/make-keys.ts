import * as pkijs from 'pkijs'

const toPem = (label: string, bytes: ArrayBuffer) => {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return `-----BEGIN ${label}-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`
}

/** A new key with a certificate that it signs itself, as PEM. */
export async function makeKeys() {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = new pkijs.Certificate()
  certificate.serialNumber.valueBlock.valueHexView = Uint8Array.of(0x12, 0x34)
  certificate.notAfter.value = new Date(Date.UTC(2040, 0, 1))
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(privateKey, 'SHA-256')
  const pkcs8 = (await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer
  return { certificates: toPem('CERTIFICATE', certificate.toSchema(true).toBER()), key: toPem('PRIVATE KEY', pkcs8), publicKey }
}

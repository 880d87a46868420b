import { encodeQR } from 'qr'

/** The width of the empty border around a code, in modules. Cameras need it to find the code. */
export const quietZone = 4

/** Encodes a text as a QR code: rows of modules, where true is dark. The empty border is included. */
export const qrModules = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })

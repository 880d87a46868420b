import { encodeQR } from 'qr'

/** What a camera needs to find the code at all: four modules of plain ground around it. */
export const quietZone = 4

/** A code as rows of dark and light, with the ground around it. */
export const qrModules = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })

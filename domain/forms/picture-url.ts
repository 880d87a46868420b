import { photoWidths } from '../places/rules.ts'

/** Where a picture of a form is, for everybody who fills it. */
export const formPictureUrl = (pictureId: string) => `/files/photos/${pictureId}/${Math.max(...photoWidths)}`

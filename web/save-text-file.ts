import { saveFile } from './save-file.ts'

export const saveTextFile = (name: string, type: string, text: string): void => saveFile(name, new Blob([text], { type }))

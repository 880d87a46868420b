import { readAnswer } from '../api.ts'

/** For answers with the content of a form: the client's types cannot follow conditions inside conditions, so the contract is named here. */
export const readContent = async <Body>(sent: Parameters<typeof readAnswer<unknown>>[0]): Promise<Body> => (await readAnswer(sent)) as Body

export const messagesPath = '/messages'
export const conversationPath = (id: string) => `${messagesPath}/${id}`
export const messagePath = (conversationId: string, seq: number) => `${conversationPath(conversationId)}?message=${seq}`

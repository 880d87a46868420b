// With this, the code of a conversation is loaded together with the page.
import './conversation-panel.tsx'
import MessagesPage from './messages-page.tsx'

export default MessagesPage

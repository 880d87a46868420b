import { useState } from 'react'

/** To which address a link was sent. Who wants to use another one types it in the field that comes back, which then has the focus. */
export function useSentTo() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isChangingEmail, setIsChangingEmail] = useState(false)
  const changeEmail = () => {
    setSentTo(null)
    setIsChangingEmail(true)
  }
  return { sentTo, setSentTo, isChangingEmail, changeEmail }
}

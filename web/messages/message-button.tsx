import { useMutation } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button, type ButtonSize } from '../ui/button.tsx'
import { conversationPath } from './paths.ts'
import { startingConversation } from './queries.ts'

type MessageButtonProps = {
  userId: string
  /** The name of the person, in a list of people. */
  name?: string
  size?: ButtonSize
  className?: string
}

/** Opens the conversation with a person. */
export function MessageButton({ userId, name, ...look }: MessageButtonProps) {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation(startingConversation)
  const open = () => mutate(userId, { onSuccess: ({ id }) => void navigate(conversationPath(id)) })
  return (
    <Button {...look} aria-label={name && `Message ${name}`} isPending={isPending} pendingLabel="Opening" onClick={open}>
      <MessageCircle size={17} aria-hidden="true" /> Message
    </Button>
  )
}

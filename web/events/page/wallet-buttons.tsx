import { useMutation } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { Wallet } from 'lucide-react'
import type { GooglePass } from '../../../domain/wallets/contract.ts'
import type { WalletRoutes } from '../../../worker/wallets/routes.ts'
import { readAnswer } from '../../api.ts'
import { useConfig } from '../../app-state.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'

const wallets = hc<WalletRoutes>('/api/events')

/** Nobody has both kinds of phone in their hand, so each device shows the wallet that it has. */
const isApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** Adds the ticket to the wallet of the phone, where the wallets have been set up. */
export function WalletButtons({ eventId }: { eventId: string }) {
  const { wallets: offered } = useConfig()
  const google = useMutation({
    mutationFn: () => readAnswer<GooglePass>(wallets[':id'].me['google-pass'].$get({ param: { id: eventId } })),
    onSuccess: ({ url }) => location.assign(url),
    onError: showFailure,
  })
  if (isApple()) {
    if (!offered.includes('apple')) return null
    return (
      <LinkButton to={`/api/events/${encodeURIComponent(eventId)}/me/apple-pass`} reloadDocument>
        <Wallet size={18} aria-hidden="true" /> Add to Apple Wallet
      </LinkButton>
    )
  }
  if (!offered.includes('google')) return null
  return (
    <Button onClick={() => google.mutate()} isPending={google.isPending}>
      <Wallet size={18} aria-hidden="true" /> Add to Google Wallet
    </Button>
  )
}

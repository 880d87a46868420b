import { type PrivacySwitch, type PrivacySwitches, privacySwitches } from '../../domain/privacy/contract.ts'
import { Switch } from '../ui/switch.tsx'

const words: Record<PrivacySwitch, { label: string; hint: string }> = {
  messagesFromAnyone: {
    label: 'Messages from anyone',
    hint: 'Off, only people you are connected with, share a team with or play a game with can write to you.',
  },
  publicBadges: { label: 'Badges on your profile', hint: 'Everyone who opens your profile sees the badges you earned.' },
  publicOnlineStatus: { label: 'Whether you are online', hint: 'Others see a dot at your picture while you are here.' },
  publicUpcomingGames: {
    label: 'Your upcoming games',
    hint: 'Your profile lists the games you are going to. Off, only you see them there.',
  },
}

type PrivacySwitchRowsProps = { switches: PrivacySwitches; onChange: (name: PrivacySwitch, isOn: boolean) => void }

/** The four things a person shows or keeps to themselves. */
export function PrivacySwitchRows({ switches, onChange }: PrivacySwitchRowsProps) {
  return (
    <ul>
      {privacySwitches.map((name) => (
        <li key={name} className="border-b border-line py-1.5">
          <Switch
            label={<span className="font-strong">{words[name].label}</span>}
            hint={words[name].hint}
            checked={switches[name]}
            onChange={(event) => onChange(name, event.target.checked)}
          />
        </li>
      ))}
    </ul>
  )
}

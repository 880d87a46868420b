import { type PrivacySwitch, type PrivacySwitches, privacySwitches } from '../../domain/privacy/contract.ts'
import { Switch } from '../ui/switch.tsx'

const switchTexts: Record<PrivacySwitch, { label: string; hint: string }> = {
  messagesFromAnyone: {
    label: 'Messages from anyone',
    hint: 'When off, only your connections and people you share a community or a game with can message you.',
  },
  publicBadges: { label: 'Badges on your profile', hint: 'Everyone who opens your profile can see your badges.' },
  publicOnlineStatus: { label: 'Online status', hint: 'Others see a dot next to your picture while you are online.' },
  publicUpcomingGames: {
    label: 'Your upcoming games',
    hint: 'Your profile shows the games you are going to, and your communities. When off, only you see the games, and only members of a community see that you are in it.',
  },
  publicHours: {
    label: 'How your hours compare',
    hint: 'Players near you see whether your usual hours are similar to theirs: a few, some or many. They never see your hours.',
  },
  publicLinkPreview: {
    label: 'Preview of your link',
    hint: 'Chats show your name, city and sports with a link to your profile. When off, they show only our name. Only members can open the profile.',
  },
}

type PrivacySwitchRowsProps = { switches: PrivacySwitches; onChange: (name: PrivacySwitch, isOn: boolean) => void }

/** The switches for what other people can see and do. */
export function PrivacySwitchRows({ switches, onChange }: PrivacySwitchRowsProps) {
  return (
    <ul>
      {privacySwitches.map((name) => (
        <li key={name} className="border-b border-line py-1.5">
          <Switch
            label={<span className="font-strong">{switchTexts[name].label}</span>}
            hint={switchTexts[name].hint}
            checked={switches[name]}
            onChange={(event) => onChange(name, event.target.checked)}
          />
        </li>
      ))}
    </ul>
  )
}

CREATE TRIGGER `ledger_entries_kept` BEFORE DELETE ON `ledger_entries`
BEGIN
  SELECT RAISE(ABORT, 'ledger entries are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_unchanged` BEFORE UPDATE ON `ledger_entries`
WHEN OLD.`payout_id` IS NOT NULL OR NEW.`payout_id` IS NULL
  OR json_array(NEW.`id`, NEW.`account_id`, NEW.`user_id`, NEW.`kind`, NEW.`gross`, NEW.`stripe_fee`, NEW.`our_fee`, NEW.`net`, NEW.`currency`,
    NEW.`month`, NEW.`created_at`, NEW.`available_at`, NEW.`payment_id`, NEW.`order_id`, NEW.`event_id`, NEW.`team_id`, NEW.`season_id`)
  IS NOT json_array(OLD.`id`, OLD.`account_id`, OLD.`user_id`, OLD.`kind`, OLD.`gross`, OLD.`stripe_fee`, OLD.`our_fee`, OLD.`net`, OLD.`currency`,
    OLD.`month`, OLD.`created_at`, OLD.`available_at`, OLD.`payment_id`, OLD.`order_id`, OLD.`event_id`, OLD.`team_id`, OLD.`season_id`)
BEGIN
  SELECT RAISE(ABORT, 'ledger entries only learn their payout');
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_added` AFTER INSERT ON `ledger_entries`
BEGIN
  INSERT INTO `ledger_checks` (`account_id`, `currency`, `ours`) VALUES (NEW.`account_id`, NEW.`currency`, NEW.`net`)
  ON CONFLICT (`account_id`, `currency`) DO UPDATE SET `ours` = `ours` + excluded.`ours`;
  INSERT INTO `ledger_months` (`owner_kind`, `owner_id`, `month`, `currency`, `gross`, `payments`, `stripe_fee`, `our_fee`, `refunds`,
    `disputes`, `other`, `net`, `outside`, `payouts`)
  SELECT owner.`value`->>0, owner.`value`->>1, NEW.`month`, NEW.`currency`, iif(NEW.`kind` = 'payment', NEW.`gross`, 0), NEW.`kind` = 'payment',
    iif(NEW.`kind` = 'payout', 0, NEW.`stripe_fee`), iif(NEW.`kind` = 'payout', 0, NEW.`our_fee`), iif(NEW.`kind` = 'refund', NEW.`gross`, 0),
    iif(NEW.`kind` = 'dispute', NEW.`gross`, 0), iif(NEW.`kind` IN ('payment', 'refund', 'dispute', 'payout'), 0, NEW.`gross`),
    iif(NEW.`kind` = 'payout', 0, NEW.`net`), iif(NEW.`kind` = 'payout' OR NEW.`event_id` IS NOT NULL, 0, NEW.`net`),
    iif(NEW.`kind` = 'payout', NEW.`net`, 0)
  FROM json_each(json_array(json_array('user', NEW.`user_id`), json_array('team', NEW.`team_id`))) owner WHERE owner.`value`->>1 IS NOT NULL
  ON CONFLICT (`owner_kind`, `owner_id`, `month`, `currency`) DO UPDATE SET `gross` = `gross` + excluded.`gross`,
    `payments` = `payments` + excluded.`payments`, `stripe_fee` = `stripe_fee` + excluded.`stripe_fee`, `our_fee` = `our_fee` + excluded.`our_fee`,
    `refunds` = `refunds` + excluded.`refunds`, `disputes` = `disputes` + excluded.`disputes`, `other` = `other` + excluded.`other`,
    `net` = `net` + excluded.`net`, `outside` = `outside` + excluded.`outside`, `payouts` = `payouts` + excluded.`payouts`;
  INSERT INTO `ledger_games` (`event_id`, `month`, `currency`, `user_id`, `team_id`, `season_id`, `title`, `starts_at`, `time_zone`, `gross`,
    `payments`, `stripe_fee`, `our_fee`, `refunds`, `disputes`, `other`, `net`)
  SELECT NEW.`event_id`, NEW.`month`, NEW.`currency`, NEW.`user_id`, NEW.`team_id`, NEW.`season_id`, game.`title`, game.`starts_at`,
    game.`time_zone`, iif(NEW.`kind` = 'payment', NEW.`gross`, 0), NEW.`kind` = 'payment', NEW.`stripe_fee`, NEW.`our_fee`,
    iif(NEW.`kind` = 'refund', NEW.`gross`, 0), iif(NEW.`kind` = 'dispute', NEW.`gross`, 0),
    iif(NEW.`kind` IN ('payment', 'refund', 'dispute'), 0, NEW.`gross`), NEW.`net`
  FROM `events` game WHERE game.`id` = NEW.`event_id`
  ON CONFLICT (`event_id`, `month`, `currency`) DO UPDATE SET `title` = excluded.`title`, `starts_at` = excluded.`starts_at`,
    `time_zone` = excluded.`time_zone`, `gross` = `gross` + excluded.`gross`, `payments` = `payments` + excluded.`payments`,
    `stripe_fee` = `stripe_fee` + excluded.`stripe_fee`, `our_fee` = `our_fee` + excluded.`our_fee`, `refunds` = `refunds` + excluded.`refunds`,
    `disputes` = `disputes` + excluded.`disputes`, `other` = `other` + excluded.`other`, `net` = `net` + excluded.`net`;
END;

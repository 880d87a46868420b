ALTER TABLE `joiners` ADD `ticket_code` text;--> statement-breakpoint
-- Tickets of games that are not over get a code. The first three letters number the entries of a game, so no two are the same.
UPDATE `joiners` SET `ticket_code` = substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (numbered.n / 900) % 30, 1) || substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (numbered.n / 30) % 30, 1) || substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (numbered.n) % 30, 1) || substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (abs(random() % 30)) % 30, 1) || substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (abs(random() % 30)) % 30, 1) || substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (abs(random() % 30)) % 30, 1)
FROM (SELECT `id`, row_number() OVER (PARTITION BY `event_id` ORDER BY `id`) AS n FROM `joiners`
  WHERE `user_id` IS NOT NULL AND `starts_at` > (unixepoch() - 172800) * 1000) AS numbered
WHERE numbered.`id` = `joiners`.`id`;
--> statement-breakpoint
-- Nobody is a no-show before the start.
UPDATE `joiners` SET `is_no_show` = 0 WHERE `is_no_show` = 1 AND `checked_in_at` < `starts_at`;
--> statement-breakpoint
CREATE UNIQUE INDEX `joiners_by_ticket` ON `joiners` (`event_id`,`ticket_code`) WHERE ticket_code IS NOT NULL;
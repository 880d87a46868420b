ALTER TABLE `profiles` ADD `games_played` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `games_hosted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `games_kept` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was played and hosted so far counts from the start.
UPDATE `profiles` SET
  `games_played` = (SELECT count(*) FROM (SELECT 1 FROM `joiners` j CROSS JOIN `events` e ON e.`id` = j.`event_id`
    AND e.`state` = 'published' AND e.`ends_at` <= unixepoch() * 1000
    WHERE j.`user_id` = `profiles`.`user_id` AND j.`state` = 'going' AND NOT j.`is_no_show` LIMIT 25)),
  `games_hosted` = (SELECT count(*) FROM (SELECT 1 FROM (
      SELECT `id` FROM `events` WHERE `creator_id` = `profiles`.`user_id`
      UNION SELECT `event_id` FROM `event_hosts` WHERE `user_id` = `profiles`.`user_id`) h
    CROSS JOIN `events` e ON e.`id` = h.`id` AND e.`state` = 'published' AND e.`ends_at` <= unixepoch() * 1000
    WHERE EXISTS (SELECT 1 FROM `joiners` j WHERE j.`event_id` = e.`id` AND j.`state` = 'going' AND NOT j.`is_no_show`
      AND j.`user_id` IS NOT `profiles`.`user_id` AND j.`guest_name` IS NULL) LIMIT 10)),
  `games_kept` = (SELECT count(*) FROM (SELECT sum(`is_no_show`) OVER (ORDER BY `starts_at` DESC, `event_id` DESC) AS missed FROM (
      SELECT j.`starts_at`, j.`event_id`, j.`is_no_show` FROM `joiners` j CROSS JOIN `events` e ON e.`id` = j.`event_id`
        AND e.`state` = 'published' AND e.`ends_at` <= unixepoch() * 1000
      WHERE j.`user_id` = `profiles`.`user_id` AND j.`state` = 'going' ORDER BY j.`starts_at` DESC, j.`event_id` DESC LIMIT 20)) WHERE missed = 0);

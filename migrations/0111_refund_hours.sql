ALTER TABLE `orders` ADD `refund_hours` integer;--> statement-breakpoint
UPDATE `orders` SET `refund_hours` = ((SELECT `starts_at` FROM `events` WHERE `events`.`id` = `orders`.`event_id`) - `refund_until`) / 3600000
  WHERE `refund_until` <= (SELECT `starts_at` FROM `events` WHERE `events`.`id` = `orders`.`event_id`);

ALTER TABLE `submissions` ADD `owed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `submissions` SET `owed` = open.`amount`
FROM (SELECT `submission_id`, sum(`amount`) AS `amount` FROM `submission_parts` WHERE `payment_id` IS NULL GROUP BY `submission_id`) open
WHERE `submissions`.`id` = open.`submission_id`;--> statement-breakpoint
CREATE INDEX `submissions_owing` ON `submissions` (`form_id`,`sent_at`,`id`) WHERE owed > 0 AND state IN ('paying', 'accepted');--> statement-breakpoint
CREATE TRIGGER `submission_parts_added` AFTER INSERT ON `submission_parts` WHEN NEW.`payment_id` IS NULL
BEGIN
  UPDATE `submissions` SET `owed` = `owed` + NEW.`amount` WHERE `id` = NEW.`submission_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_parts_changed` AFTER UPDATE OF `payment_id`, `amount` ON `submission_parts`
WHEN OLD.`payment_id` IS NOT NEW.`payment_id` OR OLD.`amount` <> NEW.`amount`
BEGIN
  UPDATE `submissions` SET `owed` = `owed` + iif(NEW.`payment_id` IS NULL, NEW.`amount`, 0) - iif(OLD.`payment_id` IS NULL, OLD.`amount`, 0)
  WHERE `id` = NEW.`submission_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_parts_removed` AFTER DELETE ON `submission_parts` WHEN OLD.`payment_id` IS NULL
BEGIN
  UPDATE `submissions` SET `owed` = `owed` - OLD.`amount` WHERE `id` = OLD.`submission_id`;
END;

ALTER TABLE `submissions` ADD `held` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `submissions` SET `held` = (
  SELECT coalesce(sum(p.`amount` - (SELECT coalesce(sum(r.`amount`), 0) FROM `submission_refunds` r
    WHERE r.`submission_payment_id` = p.`id` AND r.`state` <> 'failed')), 0)
  FROM `submission_payments` p WHERE p.`submission_id` = `submissions`.`id` AND p.`state` IN ('paid', 'refunded', 'late')
    AND NOT EXISTS (SELECT 1 FROM `payment_disputes` d
      WHERE d.`payment_id` = p.`id` AND d.`state` IN ('needs-response', 'under-review', 'lost')))
WHERE `id` IN (SELECT `submission_id` FROM `submission_payments`);--> statement-breakpoint
CREATE INDEX `submissions_holding` ON `submissions` (`form_id`,`sent_at`,`id`) WHERE held > 0 AND state IN ('declined', 'withdrawn', 'ended');--> statement-breakpoint
CREATE TRIGGER `submission_payments_added` AFTER INSERT ON `submission_payments`
WHEN NEW.`state` IN ('paid', 'refunded', 'late')
BEGIN
  UPDATE `submissions` SET `held` = (
    SELECT coalesce(sum(p.`amount` - (SELECT coalesce(sum(r.`amount`), 0) FROM `submission_refunds` r
      WHERE r.`submission_payment_id` = p.`id` AND r.`state` <> 'failed')), 0)
    FROM `submission_payments` p WHERE p.`submission_id` = NEW.`submission_id` AND p.`state` IN ('paid', 'refunded', 'late')
      AND NOT EXISTS (SELECT 1 FROM `payment_disputes` d
        WHERE d.`payment_id` = p.`id` AND d.`state` IN ('needs-response', 'under-review', 'lost')))
  WHERE `id` = NEW.`submission_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_payments_changed` AFTER UPDATE OF `state`, `amount` ON `submission_payments`
WHEN OLD.`state` IN ('paid', 'refunded', 'late') OR NEW.`state` IN ('paid', 'refunded', 'late')
BEGIN
  UPDATE `submissions` SET `held` = (
    SELECT coalesce(sum(p.`amount` - (SELECT coalesce(sum(r.`amount`), 0) FROM `submission_refunds` r
      WHERE r.`submission_payment_id` = p.`id` AND r.`state` <> 'failed')), 0)
    FROM `submission_payments` p WHERE p.`submission_id` = NEW.`submission_id` AND p.`state` IN ('paid', 'refunded', 'late')
      AND NOT EXISTS (SELECT 1 FROM `payment_disputes` d
        WHERE d.`payment_id` = p.`id` AND d.`state` IN ('needs-response', 'under-review', 'lost')))
  WHERE `id` = NEW.`submission_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_refunds_added` AFTER INSERT ON `submission_refunds`
BEGIN
  UPDATE `submission_payments` SET `amount` = `amount` WHERE `id` = NEW.`submission_payment_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_refunds_changed` AFTER UPDATE OF `state`, `amount` ON `submission_refunds`
WHEN OLD.`state` <> NEW.`state` OR OLD.`amount` <> NEW.`amount`
BEGIN
  UPDATE `submission_payments` SET `amount` = `amount` WHERE `id` = NEW.`submission_payment_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_refunds_removed` AFTER DELETE ON `submission_refunds`
BEGIN
  UPDATE `submission_payments` SET `amount` = `amount` WHERE `id` = OLD.`submission_payment_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_disputes_added` AFTER INSERT ON `payment_disputes`
BEGIN
  UPDATE `submission_payments` SET `amount` = `amount` WHERE `id` = NEW.`payment_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_disputes_changed` AFTER UPDATE OF `state` ON `payment_disputes`
WHEN OLD.`state` <> NEW.`state`
BEGIN
  UPDATE `submission_payments` SET `amount` = `amount` WHERE `id` = NEW.`payment_id`;
END;

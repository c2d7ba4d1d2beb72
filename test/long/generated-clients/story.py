"""What an integrator's program does, with the generated Python client. Its argument is the world."""

import json
import sys
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import openapi_client as giro


def apis(world: Any, token: str) -> Any:
    client = giro.ApiClient(giro.Configuration(host=world.url, access_token=token))
    return SimpleNamespace(
        accounts=giro.AccountsApi(client),
        contacts=giro.ContactsApi(client),
        payments=giro.PaymentsApi(client),
        fx=giro.FXApi(client),
    )


def order(reference: str, account: str, contact: str, **fields: Any) -> giro.PaymentRequest:
    terms: dict[str, Any] = {"payment_amount": 12.5, "payment_currency": "USD", "speed": giro.Speed.ECONOMY}
    return giro.PaymentRequest(
        external_reference_id=reference,
        sender=giro.PaymentRequestSender(account_uid=account),
        receiver=giro.PaymentRequestReceiver(account_uid=contact),
        **(terms | fields),
    )


def pay(world: Any) -> None:
    api = apis(world, world.token)
    [account] = api.accounts.search_accounts(
        world.customer, account_search=giro.AccountSearch(account_number=world.accountNumber)
    ).data
    bank = giro.ContactBankRequest(
        country="US", account_no="700100200300", account_ccy="USD", name="First Example Bank", national_code="021000021"
    )
    contact = api.contacts.create_contact(
        world.customer,
        giro.ContactRequest(
            external_reference_id="contact-python",
            template_name="Python",
            name="Highland Beans Inc",
            contact_type=giro.ContactType.COMPANY,
            contact_bank=bank,
        ),
    ).data
    made = api.payments.create_credit_payment(
        order("python", account.account_uid, contact.customer_contact_uid), idempotent_key="python"
    ).data
    read = api.payments.get_payment(made.payment_uid).data
    assert read.sender_amount == "12.50", read.sender_amount
    found = api.payments.search_payments(giro.PaymentSearch(external_reference_id="python"))
    assert [one.payment_uid for one in found.data] == [made.payment_uid]
    assert found.pagination.total_records == 1
    refused(404, "paymentNotFound", lambda: api.payments.get_payment("none"))


def approve(world: Any) -> None:
    submitter, approver = apis(world, world.submitter), apis(world, world.approver)
    asked = order("python-approval", world.cautiousAccount, world.cautiousContact)
    made = submitter.payments.create_credit_payment(asked).data
    assert made.payment_status == "PENDING_APPROVAL", made.payment_status
    refused(403, "ownPaymentApproval", lambda: submitter.payments.approve_payment(made.payment_uid))
    decided = approver.payments.approve_payment(
        made.payment_uid, payment_decision=giro.PaymentDecision(notes="seen")
    ).data
    assert decided.payment_status == "VALIDATED", decided.payment_status


def exchange(world: Any) -> None:
    api = apis(world, world.traderToken)
    asked = giro.FxQuoteRequest(
        customer_id=world.trader,
        customer_id_type="CustomerUID",
        sell_currency="USD",
        buy_currency="EUR",
        transfer_amount=400,
        product_type="SPOT",
    )
    quote = api.fx.quote_fx_trade(asked).data
    assert quote.quote_status == "Open", quote.quote_status
    contract = api.fx.accept_fx_quote(giro.FxQuoteAcceptance(quote_uuid=quote.quote_uuid)).data
    drawn = order(
        "python-fx",
        world.traderAccount,
        world.traderContact,
        payment_amount=400,
        payment_currency="EUR",
        speed=giro.Speed.SPOT,
        additional_info=giro.PaymentAdditionalInfo(fx_contract_number=contract.forex_contract_no),
    )
    api.payments.create_credit_payment(drawn)
    read = api.fx.get_fx_contract(contract.forex_contract_no).data
    assert Decimal(str(read.drawn_buy_amount)) == 400, read.drawn_buy_amount


def refused(status: int, reason: str, ask: Any) -> None:
    try:
        ask()
    except giro.ApiException as refusal:
        assert refusal.status == status, refusal
        assert isinstance(refusal.data, giro.Failure), refusal.data
        assert refusal.data.reason == reason, refusal.data.reason
    else:
        raise AssertionError(f"{reason}: accepted")


world = SimpleNamespace(**json.loads(sys.argv[1]))
pay(world)
approve(world)
exchange(world)
print("done")
